"""Dice: whoever has the seed can check them, whoever hasn't can't foresee them, and they are fair enough."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.kernel.dice import Cup, commitment, dice_from, draw

SEED = bytes(range(32))
seeds = some.binary(min_size=32, max_size=32)
ranges = some.lists(some.integers(1, 1000), max_size=30)


@given(seed=seeds, words=some.text(max_size=20), asked=ranges)
def test_draws_can_be_made_again_from_seed_and_words(seed: bytes, words: str, asked: list[int]) -> None:
    cup = Cup(dice_from(seed, words))
    results = [cup.below(range_) for range_ in asked]
    assert all(0 <= result < range_ for result, range_ in zip(results, asked, strict=True))
    assert cup.draws == [(range_, result) for range_, result in zip(asked, results, strict=True) if range_ > 1]
    dice = dice_from(seed, words)
    assert [draw(dice, at, range_) for at, (range_, _) in enumerate(cup.draws)] == [result for _, result in cup.draws]


@given(seed=seeds, asked=ranges, cut=some.integers(0, 30))
def test_dice_go_on_where_the_last_cup_stopped(seed: bytes, asked: list[int], cut: int) -> None:
    whole = Cup(dice_from(seed))
    together = [whole.below(range_) for range_ in asked]
    first = Cup(dice_from(seed))
    results = [first.below(range_) for range_ in asked[:cut]]
    second = Cup(first.dice())
    results += [second.below(range_) for range_ in asked[cut:]]
    assert results == together
    assert second.dice() == whole.dice()


@given(seed=seeds, items=some.lists(some.integers(), max_size=40))
def test_a_shuffle_is_a_permutation(seed: bytes, items: list[int]) -> None:
    assert Counter(Cup(dice_from(seed)).shuffled(items)) == Counter(items)


def test_seed_and_words_make_other_dice() -> None:
    firsts = {draw(dice_from(SEED, words), 0, 10**12) for words in ("", "a", "b")}
    firsts |= {draw(dice_from(bytes([number]) * 32), 0, 10**12) for number in range(3)}
    assert len(firsts) == 6


def test_draws_are_uniform_enough() -> None:
    cup = Cup(dice_from(SEED))
    counts = Counter(cup.below(6) for _ in range(6000))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5, "chance of this: 1 in 1000"
    assert len(counts) == 6


def test_shuffles_are_uniform_enough() -> None:
    cup = Cup(dice_from(SEED, "shuffles"))
    orders = Counter(tuple(cup.shuffled("abcd")) for _ in range(4800))
    assert len(orders) == 24
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 49.7, "chance of this: 1 in 1000"


def test_a_range_of_one_is_no_draw_and_of_none_an_error() -> None:
    cup = Cup(dice_from(SEED))
    assert (cup.below(1), cup.draws) == (0, [])
    with pytest.raises(ValueError, match="nothing to draw from"):
        cup.pick([])


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        dice_from(bytes(length))


def test_dice_don_t_show_their_key_and_the_commitment_is_a_sha256() -> None:
    dice = dice_from(SEED)
    assert repr(dice) == "Dice(count=0)"
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
