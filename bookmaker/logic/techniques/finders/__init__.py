"""The jitted side of the techniques: the board, a module of finders for each family, and the driver of each tier.

Finders neither make nor keep an array, so that their decorators count no references.
"""

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import bare as kernel
from bookmaker.logic.jit.decorators import lean as inner

__all__ = ["inner", "int64", "kernel"]

int64: Any = np.int64
"""All scalars of the finders are of this type: numba turns uint64 mixed with a literal into a float. Any to the type
checker, to pass where an int is expected."""
