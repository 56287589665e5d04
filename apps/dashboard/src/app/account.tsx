import { useMutation, useQuery } from '@tanstack/react-query';
import { Keyboard, LogOut } from 'lucide-react';
import { useState } from 'react';
import { hub } from '../hub.ts';
import { changePerson } from '../queries.ts';
import { me } from '../me.ts';
import { shell } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { readTheme, setTheme, themes, type Theme } from './theme.ts';

/** Who is signed in, how it looks, and the way out. */
export function Account({ onHelp }: { readonly onHelp: () => void }) {
  const { data } = useQuery(me);
  const leave = useMutation({
    mutationFn: () => hub.signOut(),
    onSettled: () => changePerson(null),
  });
  return (
    <div className="flex flex-col gap-2 border-t border-line px-1 pt-3">
      <p className="px-1.5 text-sm text-muted">
        {shell.signedInAs} <strong className="foreign font-medium text-text">{data?.name}</strong>
      </p>
      <ThemeSwitch />
      <div className="flex flex-wrap gap-1">
        <Button
          kind="quiet"
          className="grow !justify-start"
          icon={<LogOut aria-hidden className="size-4" />}
          onClick={() => leave.mutate()}
        >
          {shell.signOut}
        </Button>
        <Button
          kind="quiet"
          aria-label={shell.shortcuts}
          title={shell.shortcuts}
          icon={<Keyboard aria-hidden className="size-4" />}
          onClick={onHelp}
        />
      </div>
    </div>
  );
}

function ThemeSwitch() {
  const [theme, choose] = useState<Theme>(readTheme);
  return (
    <fieldset className="flex rounded-md bg-sunken p-0.5">
      <legend className="sr-only">{shell.theme}</legend>
      {themes.map((one) => (
        <label
          key={one}
          className="grow rounded px-1.5 py-1 text-center text-xs text-muted has-checked:bg-panel has-checked:font-medium has-checked:text-text has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={theme === one}
            onChange={() => {
              choose(one);
              setTheme(one);
            }}
          />
          {shell.themes[one]}
        </label>
      ))}
    </fieldset>
  );
}
