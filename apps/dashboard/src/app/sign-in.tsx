import { beginSignInPath, type SignInFailure } from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { loadHub } from '../me.ts';
import { changePerson } from '../queries.ts';
import { signIn as words } from '../texts/shell.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { CopyButton } from '../ui/text.tsx';

type Credential = { readonly key: string } | { readonly code: string };

/** Signs in and sees whether the browser has kept it. */
async function enter(body: Credential): Promise<void> {
  const hub = await loadHub();
  await hub.signIn({ body });
  const known = await hub.me().catch(() => undefined);
  if (!known) throw new Error(words.noCookie);
  changePerson(known);
}

/** A link works once, and the page may be drawn anew while it does. */
export function enterByLink(code: string): () => Promise<void> {
  let entry: Promise<void> | undefined;
  return () => (entry ??= enter({ code }));
}

export interface SignInProps {
  /** Where somebody came by a link. */
  readonly enterByLink: (() => Promise<void>) | undefined;
  /** Where somebody came back from an identity provider that did not let them in. */
  readonly failure: SignInFailure | undefined;
}

export function SignIn({ enterByLink: byLink, failure }: SignInProps) {
  const entering = useMutation({ mutationFn: (work: () => Promise<void>) => work() });
  const { mutate } = entering;
  useEffect(() => {
    if (byLink) mutate(byLink);
  }, [byLink, mutate]);
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="flex w-full max-w-sm flex-col gap-5 rounded-xl border border-line bg-panel p-6 shadow-sm">
        <header className="flex items-center gap-3">
          <img src="/icon.svg" alt="" className="size-9" />
          <h1 className="text-lg font-semibold">{words.title}</h1>
        </header>
        {entering.isPending ? (
          <Loading label={words.working} />
        ) : (
          <>
            {failure !== undefined && <Failed error={words.failures[failure]} />}
            <Providers />
            <KeyForm onKey={(key) => mutate(() => enter({ key }))} />
          </>
        )}
        {entering.error !== null && <Failed error={entering.error} />}
      </div>
    </main>
  );
}

/** Where people of an organisation sign in; nothing where the hub knows no such place, or does not say. */
function Providers() {
  const { data } = useQuery({
    queryKey: ['sign-ins'],
    queryFn: async () => (await loadHub()).listSignIns(),
  });
  if (!data || data.providers.length === 0) return null;
  return (
    <>
      <ul className="flex flex-col gap-2">
        {data.providers.map(({ issuer, title }) => (
          <li key={issuer}>
            <a
              className={`${buttonClass('primary')} w-full`}
              href={`${beginSignInPath}?issuer=${encodeURIComponent(issuer)}`}
            >
              {words.withProvider(title)}
            </a>
          </li>
        ))}
      </ul>
      <p className="text-center text-sm text-muted">{words.or}</p>
    </>
  );
}

function KeyForm({ onKey }: { readonly onKey: (key: string) => void }) {
  const [key, setKey] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onKey(key.trim());
  };
  return (
    <>
      <p className="text-muted">{words.about}</p>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label={words.key}
          hint={words.keyHint}
          className="field concealed"
          required
          autoFocus
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <Button kind="primary" type="submit">
          {words.submit}
        </Button>
      </form>
      <div>
        <p className="text-sm text-muted">{words.linkHint}</p>
        <div className="mt-1 flex items-center justify-between gap-2 rounded-md border border-line bg-sunken pl-3">
          <code className="font-mono text-[13px]">{words.command}</code>
          <CopyButton text={words.command} />
        </div>
      </div>
    </>
  );
}
