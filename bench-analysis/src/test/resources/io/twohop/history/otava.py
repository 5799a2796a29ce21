"""Makes otava.json: the changes that Apache Otava finds in nights.csv, which OtavaFilesTest holds to what the bench exports.

    python -m venv venv && venv/bin/pip install apache-otava==0.8.0 && venv/bin/python otava.py > otava.json
"""

import json
import subprocess
import sys
from pathlib import Path

here = Path(__file__).parent
configuration = Path("otava.yaml")
configuration.write_text(f"""tests:
  nights:
    type: csv
    file: "{here / 'nights.csv'}"
    time_column: time
    attributes: [commit, result]
    metrics:
      endToEnd.p99:
        direction: -1
""")
said = subprocess.run(
    [str(Path(sys.executable).parent / "otava"), "analyze", "nights", "--since", "2026-01-01", "--output", "json"],
    env={"OTAVA_CONFIG": str(configuration)}, check=True, capture_output=True, text=True).stdout
configuration.unlink()
found = json.loads(said)["nights"]
print(json.dumps([{
    "commit": point["attributes"]["commit"],
    "percent": point["changes"][0]["forward_change_percent"],
    "before": point["changes"][0]["mean_before"],
    "after": point["changes"][0]["mean_after"],
} for point in found], indent=1))
