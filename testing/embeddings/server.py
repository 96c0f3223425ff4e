"""Serves all-MiniLM-L6-v2 as an endpoint for embeddings: POST {"input": [...]} returns {"data": [{"index", "embedding"}]}.

Usage: server.py <folder with the model's .onnx and tokenizer .json>. Prints the port once it listens.
"""

import json
import pathlib
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

folder = pathlib.Path(sys.argv[1])
session = onnxruntime.InferenceSession(next(str(file) for file in folder.rglob("*.onnx")))
tokenizer = Tokenizer.from_file(next(str(file) for file in folder.rglob("*tokenizer.json")))
tokenizer.enable_truncation(256)
tokenizer.enable_padding()
names = {entry.name for entry in session.get_inputs()}


def embed(texts):
    encodings = tokenizer.encode_batch(texts)
    mask = np.array([item.attention_mask for item in encodings], dtype=np.int64)
    inputs = {
        "input_ids": np.array([item.ids for item in encodings], dtype=np.int64),
        "attention_mask": mask,
        "token_type_ids": np.zeros_like(mask),
    }
    (tokens,) = session.run(None, {name: value for name, value in inputs.items() if name in names})[:1]
    weights = mask[:, :, None].astype(np.float32)
    means = (tokens * weights).sum(axis=1) / weights.sum(axis=1)
    return means / np.linalg.norm(means, axis=1, keepdims=True)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        vectors = embed(request["input"])
        data = [{"index": i, "embedding": vector.tolist()} for i, vector in enumerate(vectors)]
        body = json.dumps({"data": data, "model": request.get("model")}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
