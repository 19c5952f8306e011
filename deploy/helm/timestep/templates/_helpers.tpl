{{- define "timestep.name" -}}
{{- .Release.Name | trunc 20 | trimSuffix "-" -}}
{{- end -}}

{{- define "timestep.labels" -}}
app.kubernetes.io/name: timestep
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "timestep.secret" -}}
{{- .Values.existingSecret | default (include "timestep.name" .) -}}
{{- end -}}

{{- define "timestep.pod" -}}
serviceAccountName: {{ include "timestep.name" . }}
automountServiceAccountToken: false
# The first process of the pod ends what tool servers leave behind.
shareProcessNamespace: true
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end -}}

{{- define "timestep.container" -}}
image: {{ printf "%s:%s" .Values.image.repository .Values.image.tag | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ include "timestep.secret" . | quote }} }
env:
  - name: POD_IP
    valueFrom: { fieldRef: { fieldPath: status.podIP } }
{{- range $name, $value := .Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
{{- end }}
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end -}}

{{- define "timestep.backend" -}}
- --runner=temporal
- '--database=${env:DATABASE_URL}'
- --temporal-address={{ .Values.temporal.address }}
- --temporal-namespace={{ .Values.temporal.namespace }}
- --task-queue={{ .Values.temporal.queue }}
{{- end -}}
