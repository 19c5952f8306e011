"""Uses a server with the client of OpenAI: openai_3.py URL. Prints what it saw, as JSON."""

import json
import sys
import time

from openai import NotFoundError, BadRequestError, OpenAI
from pydantic import BaseModel

MODEL = "clerk"
NOW = {
    "type": "function",
    "name": "now",
    "parameters": {"type": "object", "properties": {"zone": {"type": "string"}}},
}


class Weather(BaseModel):
    sky: str
    degrees: int


def functions(client: OpenAI) -> dict:
    asked = client.responses.create(model=MODEL, input='call now {"zone": "UTC"}', tools=[NOW])
    call = asked.output[0]
    output = {"type": "function_call_output", "call_id": call.call_id, "output": "noon"}
    answered = client.responses.create(
        model=MODEL, input=[output], previous_response_id=asked.id, tools=[NOW]
    )
    return {"call": [call.name, json.loads(call.arguments)], "text": answered.output_text}


def approval(client: OpenAI) -> dict:
    asked = client.responses.create(model=MODEL, input='call pay {"amount": 5}')
    request = next(item for item in asked.output if item.type == "mcp_approval_request")
    answer = {"type": "mcp_approval_response", "approval_request_id": request.id, "approve": True}
    paid = client.responses.create(model=MODEL, input=[answer], previous_response_id=asked.id)
    return {"asked": [request.name, json.loads(request.arguments)], "text": paid.output_text}


def background(client: OpenAI) -> dict:
    begun = client.responses.create(model=MODEL, input="hello", background=True)
    while begun.status in ("queued", "in_progress"):
        time.sleep(0.01)
        begun = client.responses.retrieve(begun.id)
    waiting = client.responses.create(model=MODEL, input="wait", background=True)
    stream = client.responses.retrieve(begun.id, stream=True)
    return {
        "text": begun.output_text,
        "again": [event.type for event in stream][-1],
        "canceled": client.responses.cancel(waiting.id).status,
    }


def conversations(client: OpenAI) -> dict:
    conversation = client.conversations.create(metadata={"topic": "weather"})
    for text in ("one", "two"):
        client.responses.create(model=MODEL, input=text, conversation=conversation.id)
    items = client.conversations.items.list(conversation.id, order="asc")
    return {
        "items": [f"{item.role}: {item.content[0].text}" for item in items],
        "metadata": client.conversations.retrieve(conversation.id).metadata,
        "deleted": client.conversations.delete(conversation.id).deleted,
    }


def completions(client: OpenAI) -> dict:
    message = {"role": "user", "content": "hello"}
    whole = client.chat.completions.create(model=MODEL, messages=[message])
    pieces = client.chat.completions.create(model=MODEL, messages=[message], stream=True)
    text = "".join(piece.choices[0].delta.content or "" for piece in pieces if piece.choices)
    tool = {"type": "function", "function": {key: NOW[key] for key in ("name", "parameters")}}
    question = {"role": "user", "content": 'call now {"zone": "UTC"}'}
    asked = client.chat.completions.create(model=MODEL, messages=[question], tools=[tool])
    call = asked.choices[0].message
    result = {"role": "tool", "tool_call_id": call.tool_calls[0].id, "content": "noon"}
    answered = client.chat.completions.create(
        model=MODEL, messages=[question, call, result], tools=[tool]
    )
    return {
        "text": whole.choices[0].message.content,
        "pieces": text,
        "finish": asked.choices[0].finish_reason,
        "answer": answered.choices[0].message.content,
    }


def refusals(client: OpenAI) -> list:
    refused = []
    try:
        client.responses.create(model=MODEL, input="hello", temperature=3)
    except BadRequestError as error:
        refused.append([error.code, error.param])
    try:
        client.responses.retrieve("resp_0")
    except NotFoundError as error:
        refused.append([error.code, error.param])
    return refused


def main(url: str) -> None:
    client = OpenAI(base_url=url, api_key="ann", max_retries=0)
    created = client.responses.create(model=MODEL, input="hello", instructions="Be kind.")
    with client.responses.stream(model=MODEL, input="hello") as stream:
        text = "".join(event.delta for event in stream if event.type == "response.output_text.delta")
        final = stream.get_final_response()
    parsed = client.responses.parse(
        model=MODEL, input='say {"sky": "blue", "degrees": 21}', text_format=Weather
    )
    counted = client.responses.input_tokens.count(model=MODEL, input="hello")
    report = {
        "models": [model.id for model in client.models.list()],
        "created": created.output_text,
        "usage": created.usage.total_tokens >= 0,
        "inputs": [item.content[0].text for item in client.responses.input_items.list(created.id)],
        "stream": {"text": text, "final": final.output_text, "status": final.status},
        "parsed": parsed.output_parsed.model_dump(),
        "counted": counted.input_tokens > 0,
        "functions": functions(client),
        "approval": approval(client),
        "background": background(client),
        "conversations": conversations(client),
        "completions": completions(client),
        "refused": refusals(client),
    }
    client.responses.delete(created.id)
    print(json.dumps(report))


main(sys.argv[1])
