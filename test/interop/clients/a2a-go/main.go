// Asks an agent over A2A 0.3 with the official client in Go: client URL. Prints what it saw, as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"log"
	"os"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2aclient"
	"github.com/a2aproject/a2a-go/a2aclient/agentcard"
)

type object = map[string]any

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func asking(part a2a.Part, about *a2a.Task) *a2a.MessageSendParams {
	if about == nil {
		return &a2a.MessageSendParams{Message: a2a.NewMessage(a2a.MessageRoleUser, part)}
	}
	return &a2a.MessageSendParams{Message: a2a.NewMessageForTask(a2a.MessageRoleUser, about, part)}
}

func saying(text string) *a2a.MessageSendParams {
	return asking(a2a.TextPart{Text: text}, nil)
}

func textOf(parts []a2a.Part) string {
	text := ""
	for _, part := range parts {
		if found, ok := part.(a2a.TextPart); ok {
			text += found.Text
		}
	}
	return text
}

// told folds the events of a stream; first is called once there is one.
func told(events iter.Seq2[a2a.Event, error], first func()) object {
	states := []string{}
	pieces := map[a2a.ArtifactID]string{}
	for event, err := range events {
		switch found := must(event, err).(type) {
		case *a2a.Task:
			states = append(states, string(found.Status.State))
		case *a2a.TaskStatusUpdateEvent:
			states = append(states, string(found.Status.State))
		case *a2a.TaskArtifactUpdateEvent:
			if !found.Append {
				pieces[found.Artifact.ID] = ""
			}
			pieces[found.Artifact.ID] += textOf(found.Artifact.Parts)
		}
		first()
		first = func() {}
	}
	text := ""
	for _, piece := range pieces {
		text += piece
	}
	return object{"from": states[0], "state": states[len(states)-1], "text": text}
}

func cardOf(card *a2a.AgentCard) object {
	skills, extensions := []string{}, []string{}
	for _, skill := range card.Skills {
		skills = append(skills, skill.ID)
	}
	for _, extension := range card.Capabilities.Extensions {
		extensions = append(extensions, extension.URI)
	}
	return object{
		"name": card.Name, "version": card.Version, "skills": skills,
		"streaming": card.Capabilities.Streaming, "extensions": extensions,
	}
}

// tools answers the calls of a paused task, which another stream watches.
func tools(ctx context.Context, client *a2aclient.Client, report object) {
	sent := func(params *a2a.MessageSendParams) *a2a.Task {
		return must(client.SendMessage(ctx, params)).(*a2a.Task)
	}
	task := sent(saying(`call look {"place": "Oakland"}`))
	parts := task.Status.Message.Parts
	calls := parts[len(parts)-1].(a2a.DataPart).Data["tool_calls"].([]any)
	asked, results := []any{}, []any{}
	for _, one := range calls {
		call := one.(object)
		asked = append(asked, object{"name": call["name"], "arguments": call["arguments"]})
		results = append(results, object{"call_id": call["call_id"], "name": call["name"], "output": "rain"})
	}
	var done *a2a.Task
	watched := told(client.ResubscribeToTask(ctx, &a2a.TaskIDParams{ID: task.ID}), func() {
		done = sent(asking(a2a.DataPart{Data: object{"tool_results": results}}, task))
	})
	report["tools"] = object{
		"paused": task.Status.State, "calls": asked,
		"state": done.Status.State, "text": textOf(done.Status.Message.Parts),
	}
	report["subscribe"] = watched
}

func main() {
	ctx := context.Background()
	card := must(agentcard.DefaultResolver.Resolve(ctx, os.Args[1]))
	client := must(a2aclient.NewFromCard(ctx, card))
	report := object{"card": cardOf(card)}

	task := must(client.SendMessage(ctx, saying("hello"))).(*a2a.Task)
	report["send"] = object{"state": task.Status.State, "text": textOf(task.Status.Message.Parts)}
	report["get"] = must(client.GetTask(ctx, &a2a.TaskQueryParams{ID: task.ID})).Status.State
	report["stream"] = told(client.SendStreamingMessage(ctx, saying("hello")), func() {})
	tools(ctx, client, report)

	waiting := saying("wait")
	blocking := false
	waiting.Config = &a2a.MessageSendConfig{Blocking: &blocking}
	task = must(client.SendMessage(ctx, waiting)).(*a2a.Task)
	report["cancel"] = must(client.CancelTask(ctx, &a2a.TaskIDParams{ID: task.ID})).Status.State

	task = must(client.SendMessage(ctx, saying("give"))).(*a2a.Task)
	artifacts := []any{}
	for _, artifact := range task.Artifacts {
		artifacts = append(artifacts, object{"id": artifact.ID, "name": artifact.Name, "parts": artifact.Parts})
	}
	report["artifacts"] = artifacts

	_, err := client.GetTask(ctx, &a2a.TaskQueryParams{ID: "nothing"})
	report["unknown"] = object{"is": errors.Is(err, a2a.ErrTaskNotFound), "text": err.Error()}
	must(0, json.NewEncoder(os.Stdout).Encode(report))
}
