"""Reads requests of OTLP/JSON, one a line, as the official schema says: an unknown field is an error."""

import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

for line in sys.stdin:
    request = json_format.Parse(line, ExportTraceServiceRequest(), ignore_unknown_fields=False)
    spans = [
        span
        for resource in request.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    print(len(spans), len({span.span_id for span in spans}))
