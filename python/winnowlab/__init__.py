"""Winnow Lab from Python: learners, experiments and learners of your own. docs/python.md of the project explains it.

    >>> import winnowlab
    >>> winnow = winnowlab.learner("winnow", n=100, r=3)
    >>> winnow.learn_one({4: 1.0, 17: 1.0}, 1)
    >>> winnow.predict_one({4: 1.0, 17: 1.0})
    1
    >>> winnowlab.run("close_to_subspace", seeds=5).summary  # doctest: +SKIP
"""
from .experiments import Result, run
from .learners import LibraryLearner, learner, load
from .library import WinnowError, WinnowValueError
from .own import Learner, play
from .rivals import estimator
from .scenarios import Lua, parameters
from .version import VERSION as __version__

__all__ = ["Learner", "LibraryLearner", "Lua", "Result", "WinnowError", "WinnowValueError", "__version__", "estimator", "learner", "load",
           "parameters", "play", "run"]
