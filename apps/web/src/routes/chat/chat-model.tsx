import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  ConversationModel,
  ConversationModelChange,
  ConversationModelList,
} from '@timestep-ai/timestep/view';
import { useRead, useSend } from '../../api/queries.ts';
import { ContextRing } from '../../components/conversation/context-ring.tsx';
import { ModelPicker } from '../../components/conversation/model-picker.tsx';

interface ChatModelProps {
  /** Returns the path of a part of the conversation, such as `/model`. */
  readonly getPath: (part: string) => string;
  /** Changes whenever the conversation may have grown, so that data about it is loaded again. */
  readonly version: string;
}

/** The model of a conversation, and how full its context window is. */
export function ChatModel({ getPath, version }: ChatModelProps) {
  const path = getPath('/model');
  const queries = useQueryClient();
  const [isListed, setListed] = useState(false);
  const queryKey = ['chat model', path, version];
  const { data } = useRead<ConversationModel>(queryKey, path, {
    placeholderData: (before) => before,
  });
  const list = useRead<ConversationModelList>(['chat models', path], getPath('/models'), {
    enabled: isListed,
  });
  const choosing = useSend<ConversationModelChange, ConversationModel>('PUT', path, {
    onSuccess: (model) => queries.setQueryData(queryKey, model),
  });
  if (!data) return null;
  return (
    <>
      {data.isChoosable && (
        <ModelPicker
          own={data.own}
          chosen={data.chosen}
          models={list.data?.models}
          failure={(choosing.error ?? list.error)?.message}
          onOpen={() => {
            choosing.reset();
            setListed(true);
          }}
          onChoose={(model) =>
            choosing.mutateAsync({ model: model ?? null }).then(
              () => true,
              () => false,
            )
          }
        />
      )}
      {data.fill && <ContextRing fill={data.fill} window={data.window} />}
    </>
  );
}
