// Reads manifests of Kubernetes from standard input, and fails for a field that their kind does not have.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

func check(document []byte) (string, error) {
	var head struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   struct {
			Name string `json:"name"`
		} `json:"metadata"`
	}
	if err := yaml.Unmarshal(document, &head); err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s %s %s", head.APIVersion, head.Kind, head.Metadata.Name)
	if head.APIVersion == "monitoring.coreos.com/v1" {
		return name, nil
	}
	codecs := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict)
	_, _, err := codecs.UniversalDeserializer().Decode(document, nil, nil)
	return name, err
}

func main() {
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	failed := false
	for _, document := range bytes.Split(input, []byte("\n---")) {
		if len(bytes.TrimSpace(document)) == 0 {
			continue
		}
		name, err := check(document)
		if name == "  " {
			continue
		}
		fmt.Println(name)
		if err != nil {
			failed = true
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		}
	}
	if failed {
		os.Exit(1)
	}
}
