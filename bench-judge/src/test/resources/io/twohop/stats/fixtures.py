"""Makes fixtures.json: what SciPy and statsmodels say of small groups, for StatisticsTest.

    python -m venv venv && venv/bin/pip install scipy==1.17.1 statsmodels && venv/bin/python fixtures.py > fixtures.json
"""

import json

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

random = np.random.default_rng(7)


def mean_difference(x, y, axis=-1):
    return np.mean(x, axis=axis) - np.mean(y, axis=axis)


def change(base, candidate, axis=-1):
    return np.mean(candidate, axis=axis) / np.mean(base, axis=axis) - 1


def rounded(values, digits=3):
    return [round(float(value), digits) for value in values]


def shaped(mean, deviation, count):
    """Values of exactly that mean and sample deviation, normal in shape."""
    quantiles = stats.norm.ppf((np.arange(count) + 0.5) / count)
    return list(map(float, mean + deviation * quantiles / np.std(quantiles, ddof=1)))


def case(name, base, candidate):
    # A list without ties can be ranked exactly.
    ties = len(set(base + candidate)) < len(base + candidate)
    exact = len(base) + len(candidate) <= 18
    made = {
        "name": name,
        "base": base,
        "candidate": candidate,
        "welch": stats.ttest_ind(candidate, base, equal_var=False).pvalue,
        "pooled": stats.ttest_ind(candidate, base).pvalue,
        "t": stats.ttest_ind(candidate, base).statistic,
        "mannWhitney": stats.mannwhitneyu(candidate, base, method="asymptotic" if ties or not exact else "exact").pvalue,
        "change": change(np.array(base), np.array(candidate)),
    }
    permuted = stats.permutation_test(
        (candidate, base), mean_difference, vectorized=True,
        n_resamples=np.inf if exact else 200_000, rng=np.random.default_rng(1))
    made["permutation"] = permuted.pvalue
    made["permutationIsExact"] = exact
    interval = stats.bootstrap(
        (base, candidate), change, vectorized=True, n_resamples=200_000, batch=10_000, method="BCa",
        rng=np.random.default_rng(1)).confidence_interval
    made["low"] = interval.low
    made["high"] = interval.high
    # Of few values only few means can be made, and a bound jumps from one to the next: so a little less and a little more
    # confident as well.
    for name, level in (("meanNarrow", 0.945), ("meanWide", 0.955)):
        mean = stats.bootstrap(
            (base,), np.mean, vectorized=True, n_resamples=200_000, batch=10_000, method="BCa", confidence_level=level,
            rng=np.random.default_rng(1)).confidence_interval
        made[name] = [mean.low, mean.high]
    return made


cases = [
    case("a small shift", rounded(random.normal(100, 5, 6)), rounded(random.normal(108, 5, 6))),
    case("no shift", rounded(random.normal(100, 5, 5)), rounded(random.normal(100, 5, 5))),
    case("unequal sizes and spread", rounded(random.normal(50, 1, 5)), rounded(random.normal(53, 9, 12))),
    case("skewed", rounded(random.lognormal(3, 1, 8)), rounded(random.lognormal(4, 1, 8))),
    case("ties", [1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 5.0], [2.0, 3.0, 4.0, 4.0, 5.0, 6.0]),
    case("many", rounded(random.normal(100, 5, 60)), rounded(random.normal(102, 5, 60))),
]

series = [
    rounded(100 + 0.5 * np.arange(30) + random.normal(0, 5, 30)),
    rounded(random.normal(100, 5, 20)),
    [1.0, 1.0, 2.0, 2.0, 3.0, 2.0, 3.0, 4.0, 4.0, 1.0],
]
trends = [{
    "series": values,
    "p": stats.kendalltau(np.arange(len(values)), values, method="asymptotic").pvalue,
    "change": stats.theilslopes(values).slope * (len(values) - 1) / np.median(values),
} for values in series]

p_values = [0.01, 0.04, 0.03, 0.005, 0.8, 0.01]
published = {
    # Groups of the published means, in MB/s, and of the spread that gives the published t with 50 runs each.
    "synchronous": {"base": shaped(1.085, 0.0666, 50), "candidate": shaped(0.808, 0.0666, 50)},
    "asynchronous": {"base": shaped(20.552, 2.343328, 50), "candidate": shaped(11.95, 1.2248, 50)},
}
for groups in published.values():
    groups["t"] = stats.ttest_ind(groups["base"], groups["candidate"]).statistic

print(json.dumps({
    "cases": cases,
    "holm": {"p": p_values, "adjusted": list(map(float, multipletests(p_values, method="holm")[1]))},
    "trends": trends,
    "published": published,
}, indent=1))
