"""Tests of Pope or Nope: a case for each clause, from positions built by hand."""
