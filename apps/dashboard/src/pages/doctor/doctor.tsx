import type { Finding } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { doctor as examine } from '../../data.ts';
import { doctor as words } from '../../texts/settings.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchBox } from '../../ui/fields.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';

const route = getRouteApi('/doctor');
const tones: Readonly<Record<Finding['level'], Tone>> = { problem: 'bad', note: 'warn', ok: 'good' };

export function Doctor() {
  const navigate = route.useNavigate();
  const { subject = '' } = route.useSearch();
  const [text, setText] = useState(subject);
  const query = useQuery(examine(subject));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void navigate({ search: text.trim() === '' ? {} : { subject: text.trim() } });
  };
  return (
    <Page title={words.title} about={words.about}>
      <form onSubmit={submit} className="flex gap-2">
        <SearchBox label={words.subject} value={text} onChange={setText} />
        <Button kind="primary" type="submit">
          {words.examine}
        </Button>
      </form>
      <Await of={query}>
        {({ findings }) => <Findings findings={subject === '' ? worstFirst(findings) : findings} />}
      </Await>
    </Page>
  );
}

const levels: readonly Finding['level'][] = ['problem', 'note', 'ok'];

/** The way of a call has its order; all that there is has none. */
function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level));
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const problems = findings.filter(({ level }) => level === 'problem').length;
  return (
    <>
      <p role="status" className="font-medium">
        {problems === 0 ? words.fine : words.problems(problems)}
      </p>
      <Panel>
        <ul className="divide-y divide-line">
          {findings.map((finding, at) => (
            <FindingRow key={at} finding={finding} />
          ))}
        </ul>
      </Panel>
    </>
  );
}

function FindingRow({ finding: { level, about, says, fix, serverId } }: { readonly finding: Finding }) {
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3 md:grid md:grid-cols-[6rem_10rem_1fr]">
      <span>
        <Badge tone={tones[level]}>{words.levels[level]}</Badge>
      </span>
      <span className="font-medium foreign">
        {serverId === null ? (
          about
        ) : (
          <Link to="/servers/$name" params={{ name: serverId }} className="underline underline-offset-2">
            {about}
          </Link>
        )}
      </span>
      <div className="min-w-0 basis-full">
        <p className="foreign">
          <Foreign text={says} />
        </p>
        {fix !== null && (
          <p className="mt-0.5 foreign text-muted">
            <WithCommands text={fix} />
          </p>
        )}
      </div>
    </li>
  );
}

/** What stands between backticks is to be typed. */
function WithCommands({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      <Foreign key={at} text={part} />
    ) : (
      <code key={at} className="rounded bg-sunken px-1 font-mono text-[13px] text-text">
        <Foreign text={part} />
      </code>
    ),
  );
}
