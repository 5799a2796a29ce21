"""Makes changes.json: what Apache Otava and SciPy say of series with and without changes, for EDivisiveTest.

    python -m venv venv && venv/bin/pip install apache-otava==0.8.0 scipy==1.16.3 && venv/bin/python changes.py > changes.json
"""

import json

import numpy as np
from otava.analysis import compute_change_points
from otava.change_point_divisive.calculator import PairDistanceCalculator
from otava.change_point_divisive.detector import ChangePointDetector
from otava.change_point_divisive.significance_test import PermutationsSignificanceTester
from scipy.spatial.distance import cdist, pdist

random = np.random.default_rng(11)
FEWEST = 3
LEVEL = 0.01
PERMUTATIONS = 999


def noise(count, spread):
    return np.exp(random.normal(0, spread, count))


def rounded(values):
    return [round(float(value), 4) for value in values]


def statistic(left, right):
    """Matteson and James (2014), equations 5 and 6, of two groups with two values or more each."""
    n, m = len(left), len(right)
    between = cdist(left, right, "minkowski", p=1).mean()
    return n * m / (n + m) * (2 * between - pdist(left, "minkowski", p=1).mean() - pdist(right, "minkowski", p=1).mean())


def best(values, fewest):
    column = np.array(values)[:, None]
    found = [(statistic(column[:at], column[at:end]), at)
             for at in range(fewest, len(values) - fewest + 1)
             for end in range(at + fewest, len(values) + 1)]
    return max(found, key=lambda each: each[0])


def first_permutation_test(values):
    """Of all the values, by Otava: the best place, and how many random orders can be divided as well."""
    tester = PermutationsSignificanceTester(LEVEL, PERMUTATIONS, PairDistanceCalculator, seed=1)
    array = np.array(values)
    candidate = PairDistanceCalculator(array).get_next_candidate([slice(0, None)])
    point = tester.change_point(candidate, array, [slice(0, None)])
    return int(point.index), int(point.stats.extreme_qhat_perm)


def stretch_by_stretch(values, start=0):
    """Otava's test of each stretch by itself; the series itself counts as one of the orders."""
    if len(values) < 2:
        return []
    at, as_extreme = first_permutation_test(values)
    if (as_extreme + 1) / (PERMUTATIONS + 1) > LEVEL:
        return []
    return stretch_by_stretch(values[:at], start) + [start + at] + stretch_by_stretch(values[at:], start + at)


def case(name, values):
    values = rounded(values)
    tester = PermutationsSignificanceTester(LEVEL, PERMUTATIONS, PairDistanceCalculator, seed=1)
    permuted = ChangePointDetector(tester, PairDistanceCalculator).get_change_points(np.array(values))
    segments = []
    for start, end in ((0, len(values)), (0, len(values) // 2), (len(values) // 3, len(values))):
        candidate = PairDistanceCalculator(np.array(values)).get_candidate_change_point(slice(start, end))
        q, at = best(values[start:end], FEWEST)
        segments.append({
            "from": start, "to": end,
            "otava": {"index": int(candidate.index), "statistic": float(candidate.qhat)},
            "scipy": {"index": int(start + at), "statistic": float(q)},
        })
    return {
        "name": name,
        "values": values,
        "segments": segments,
        "asExtreme": first_permutation_test(values)[1],
        "stretchByStretch": stretch_by_stretch(values),
        "allAtOnce": [int(point.index) for point in permuted],
        "otava": [int(point.index) for point in compute_change_points(values)[0]],
    }


nights = noise(60, 0.02)
steps = np.repeat([1.0, 1.05, 1.05 * 1.1, 1.05 * 1.1 * 1.2], 15)
spike = noise(40, 0.02)
spike[22] *= 3

print(json.dumps({
    "fewest": FEWEST,
    "level": LEVEL,
    "permutations": PERMUTATIONS,
    "cases": [
        case("60 nights with changes of 5, 10 and 20 %", 1000 * nights * steps),
        case("up and down again", 500 * noise(50, 0.03) * np.repeat([1, 1.15, 1], [20, 15, 15])),
        case("a small change", 100 * noise(30, 0.03) * np.repeat([1, 1.03], 15)),
        case("no change", 100 * noise(60, 0.05)),
        case("one spike", 100 * spike),
        case("few", [10, 11, 10, 12, 10, 11, 20, 21, 20, 22, 20, 21]),
        case("ties", [5, 5, 6, 5, 5, 6, 5, 5, 7, 7, 6, 7, 7, 7, 6, 7]),
    ],
}, indent=1))
