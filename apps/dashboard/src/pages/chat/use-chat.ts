import type { AgentView, ListedRunView } from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { agents as known, conversation, isOver, lookAgainMs } from '../../data.ts';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { toasts } from '../../ui/toasts.tsx';

const route = getRouteApi('/chat');

/** One conversation: what was said, who is asked, and what is being written. */
export function useChat() {
  const { conversation: id } = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState('');
  const said = useQuery({
    ...conversation(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? lookAgainMs : false),
  });
  const runs = id === undefined ? [] : (said.data ?? []);
  const working = runs.findLast(isOpen);
  const agent = useAgent(runs.at(-1));
  const send = useMutation({
    mutationFn: () =>
      hub.startRun({ body: { input: text.trim(), conversationId: id, agent: agent.chosen?.name } }),
    onSuccess: async (run) => {
      setText('');
      queries.setQueryData(conversation(run.conversationId).queryKey, [...runs, run]);
      await navigate({ search: { conversation: run.conversationId } });
      await queries.invalidateQueries({ queryKey: ['runs', 'own'] });
    },
  });
  const stop = useMutation({
    mutationFn: (run: ListedRunView) => hub.cancelRun({ params: { id: run.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['runs'] }),
    onError: (error) => void toasts.say(error.message, { tone: 'bad' }),
  });
  const write = (line: string): void => {
    setText(line);
    document.getElementById('message')?.focus();
  };
  return { id, said, runs, working, agent, text, setText, write, send, stop };
}

function isOpen({ status }: ListedRunView): boolean {
  return !isOver(status);
}

/** The one that somebody chose, or that answered last, or the first there is. */
function useAgent(last: ListedRunView | undefined) {
  const query = useQuery(known);
  const [name, choose] = useState<string>();
  const all: readonly AgentView[] = query.data ?? [];
  const byName = (wanted: string | undefined) => all.find((one) => one.name === wanted);
  return { query, all, chosen: byName(name) ?? byName(last?.agent) ?? all[0], choose };
}
