import { readPasted, type PastedServer } from '@patchbay/client';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMay } from '../../app/access.ts';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { addServer as words } from '../../texts/servers.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextArea, TextField } from '../../ui/fields.tsx';
import { Failed } from '../../ui/states.tsx';
import { toasts } from '../../ui/toasts.tsx';
import { Reach } from './reach.tsx';
import { Tried } from './tried.tsx';

/** Paste, see what would run, test, save. */
export function AddServer({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, choose] = useState(0);
  const pasted = useMemo(() => readPasted(text), [text]);
  const server = pasted.servers[chosen] ?? pasted.servers[0];
  return (
    <Dialog title={words.title} onClose={onClose} wide>
      <div className="flex flex-col gap-4">
        <TextArea
          label={words.paste}
          hint={words.pasteHint}
          rows={4}
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {pasted.notes.length > 0 && (
          <ul className="foreign text-warn">
            {pasted.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {pasted.servers.length > 1 && (
          <Select
            label={words.found(pasted.servers.length)}
            value={chosen}
            options={pasted.servers.map(({ name }, at) => [String(at), name])}
            onChange={(event) => choose(Number(event.target.value))}
          />
        )}
        {server && <Candidate key={`${text} ${String(chosen)}`} server={server} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

interface CandidateProps {
  readonly server: PastedServer;
  readonly onClose: () => void;
}

function useCandidate({ server, onClose }: CandidateProps) {
  const navigate = useNavigate();
  const [name, setName] = useState(server.name);
  const [token, setToken] = useState('');
  const { args = [], ...rest } = server;
  const program = server.command === undefined ? {} : { args: [...args] };
  const body = { ...rest, ...program, name, ...(token !== '' && { bearerToken: token }) };
  const test = useMutation({ mutationFn: () => hub.tryServer({ body }) });
  const save = useMutation({
    mutationFn: () => hub.createServer({ body }),
    onSuccess: async () => {
      toasts.say(words.added(name));
      await queries.invalidateQueries({ queryKey: ['servers'] });
      onClose();
      await navigate({ to: '/servers/$name', params: { name } });
    },
  });
  return { name, setName, token, setToken, test, save };
}

function Candidate(props: CandidateProps) {
  const { server } = props;
  const may = useMay();
  const candidate = useCandidate(props);
  const { name, setName, token, setToken, test, save } = candidate;
  const isProgram = server.command !== undefined;
  const isRefused = isProgram && !may('admin', 'exec');
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {!isProgram && (
        <TextField
          label={words.token}
          hint={words.tokenHint}
          className="field concealed"
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
      )}
      <Reach server={server} />
      {isRefused && <p className="text-bad">{words.needsExec}</p>}
      {test.data && <Tried tried={test.data} />}
      {test.error !== null && <Failed error={test.error} />}
      {save.error !== null && <Failed error={save.error} />}
      <Buttons candidate={candidate} isRefused={isRefused} />
    </div>
  );
}

interface ButtonsProps {
  readonly candidate: ReturnType<typeof useCandidate>;
  readonly isRefused: boolean;
}

function Buttons({ candidate: { name, test, save }, isRefused }: ButtonsProps) {
  const isOff = isRefused || test.isPending || save.isPending;
  const isTested = test.data !== undefined;
  return (
    <div className="flex flex-wrap gap-2">
      <Button kind={isTested ? 'plain' : 'primary'} disabled={isOff} onClick={() => test.mutate()}>
        {test.isPending ? words.testing : words.test}
      </Button>
      <Button
        kind={isTested ? 'primary' : 'plain'}
        disabled={isOff || name === ''}
        onClick={() => save.mutate()}
      >
        {isTested ? words.save : words.saveAnyway}
      </Button>
    </div>
  );
}
