"""What goes over real sockets: who is sent nothing, and what is in nobody's frame."""

from tests.leaks import chat_checks, device_checks, live_checks
from tests.served import Served


async def test_a_viewer_is_sent_nothing_when_the_table_becomes_its_twin(served: Served) -> None:
    await live_checks.a_twin_is_silence(served)


async def test_a_secret_change_of_mind_is_silence_and_moves_no_number(served: Served) -> None:
    await live_checks.a_change_of_mind_is_silence(served)


async def test_no_frame_of_a_whole_game_holds_what_is_not_the_viewers(served: Served) -> None:
    await live_checks.a_whole_game_shows_own_cards_only(served)


async def test_watchers_and_strangers_get_no_seat(served: Served) -> None:
    await live_checks.watchers_and_strangers_get_no_seat(served)


async def test_private_words_stay_between_two(served: Served) -> None:
    await chat_checks.private_words_stay_between_two(served)


async def test_a_shared_device_is_told_what_it_shows_and_nothing_else(served: Served) -> None:
    await device_checks.a_shared_device_knows_what_it_shows(served)


async def test_in_a_whole_game_a_shared_device_shows_one_hand_at_a_time(served: Served) -> None:
    await device_checks.a_whole_game_on_a_shared_device(served)
