# SPDX-License-Identifier: MIT
"""The C library, found beside this file, by TAKHT_LIBRARY, or where the system keeps its libraries."""

import ctypes
import ctypes.util
import operator
import os
from ctypes import POINTER, c_bool, c_char_p, c_int, c_int8, c_int32, c_float, c_uint8, c_uint32, c_uint64, c_void_p


class Whole:
    """A whole number that fits into an int of C. What does not is refused: ctypes alone would cut it."""

    @classmethod
    def from_param(cls, value: object) -> c_int:
        try:
            number = operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            raise TypeError(f"a whole number is needed, not {type(value).__name__}") from None
        if not -(2**31) <= number < 2**31:
            raise OverflowError(f"{number} is too large")
        return c_int(number)


class Text:
    """A text for C, which ends there at its first zero byte: one in the midst of it is refused, or what follows it would be lost."""

    @classmethod
    def from_param(cls, value: object) -> c_char_p:
        if not isinstance(value, bytes):
            raise TypeError(f"a text is needed, not {type(value).__name__}")
        if b"\0" in value:
            raise ValueError("a text for the library has no zero byte in it")
        return c_char_p(value)


class BatchOut(ctypes.Structure):
    """struct tk_batch_out of batch.h."""

    _fields_ = [("mask", c_void_p), ("seen", c_void_p), ("reward", c_void_p), ("ended", c_void_p), ("actor", c_void_p), ("scores", c_void_p)]


# name: (result, arguments), as table.h and batch.h have them
_FUNCTIONS = {
    "tk_version": (c_char_p, []),
    "tk_table_new": (c_void_p, []),
    "tk_table_free": (None, [c_void_p]),
    "tk_table_problem": (c_char_p, [c_void_p]),
    "tk_table_speak": (c_bool, [c_void_p, Text]),
    "tk_table_games": (c_char_p, [c_void_p]),
    "tk_table_start": (c_bool, [c_void_p, Text, Whole, Text, Text]),
    "tk_table_read": (c_bool, [c_void_p, Text]),
    "tk_table_load": (c_bool, [c_void_p, Text, Text]),
    "tk_table_players": (c_int, [c_void_p]),
    "tk_table_actor": (c_int, [c_void_p]),
    "tk_table_length": (c_int, [c_void_p]),
    "tk_table_view": (c_char_p, [c_void_p, Whole]),
    "tk_table_legal": (c_char_p, [c_void_p]),
    "tk_table_scores": (c_char_p, [c_void_p]),
    "tk_table_said": (c_char_p, [c_void_p, Whole]),
    "tk_table_record": (c_char_p, [c_void_p]),
    "tk_table_dump": (c_char_p, [c_void_p]),
    "tk_table_form": (c_char_p, [c_void_p]),
    "tk_table_where": (c_char_p, [c_void_p]),
    "tk_table_play": (c_bool, [c_void_p, Text]),
    "tk_table_back": (c_bool, [c_void_p, Whole]),
    "tk_table_sample": (c_bool, [c_void_p, Whole, c_uint32]),
    "tk_table_think": (c_char_p, [c_void_p, Text, c_uint32]),
    "tk_table_report": (c_char_p, [c_void_p, Text, Whole, Whole, c_uint32]),
    "tk_batch_new": (c_void_p, [Text, Whole, Text, Whole, Whole, c_uint64, c_char_p, c_uint32]),
    "tk_batch_free": (None, [c_void_p]),
    "tk_batch_moves": (c_int, [c_void_p]),
    "tk_batch_seen": (c_int, [c_void_p]),
    "tk_batch_players": (c_int, [c_void_p]),
    "tk_batch_reset": (None, [c_void_p, c_uint64, POINTER(BatchOut)]),
    "tk_batch_step": (c_int, [c_void_p, c_void_p, POINTER(BatchOut)]),
    "tk_batch_sample": (None, [c_void_p, c_void_p]),
    "tk_batch_wander": (None, [c_void_p, Whole, c_void_p, POINTER(BatchOut)]),
    "tk_batch_see": (c_bool, [c_void_p, Whole, Whole, c_void_p]),
    "tk_batch_say": (None, [c_void_p, Whole, Whole, c_char_p, c_uint32]),
    "tk_batch_look": (c_bool, [c_void_p, Whole, c_void_p]),
    "tk_trees_new": (c_void_p, [c_void_p, Whole, c_float, c_uint64, c_char_p, c_uint32]),
    "tk_trees_free": (None, [c_void_p]),
    "tk_trees_leaves": (c_int, [c_void_p, POINTER(BatchOut)]),
    "tk_trees_tell": (None, [c_void_p, c_void_p, c_void_p]),
    "tk_trees_result": (None, [c_void_p, c_void_p, c_void_p]),
}


def _places():
    if "TAKHT_LIBRARY" in os.environ:
        yield os.environ["TAKHT_LIBRARY"]
        return
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libtakht.so.0")
    if os.path.exists(beside):
        yield beside
    yield "libtakht.so.0"
    found = ctypes.util.find_library("takht")
    if found:
        yield found


def _open():
    problems = []
    for place in _places():
        try:
            return ctypes.CDLL(place)
        except OSError as problem:
            problems.append(str(problem))
    raise ImportError("libtakht.so.0 is not there: install it, or say where it lies in TAKHT_LIBRARY (" + "; ".join(problems) + ")")


library = _open()
for _name, (_result, _arguments) in _FUNCTIONS.items():
    _function = getattr(library, _name)
    _function.restype, _function.argtypes = _result, _arguments
