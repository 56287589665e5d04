import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../app/access.ts';
import { policies as rules } from '../../data.ts';
import { policies as words } from '../../texts/policies.ts';
import { Button } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await, Empty } from '../../ui/states.tsx';
import { AddRule } from './add-rule.tsx';
import { RuleList } from './rule-list.tsx';
import { TryOut } from './try-out.tsx';

export function Policies() {
  const may = useMay();
  const query = useQuery(rules);
  const [isAdding, setAdding] = useState(false);
  const add = may('admin') && (
    <Button kind="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} about={words.about} actions={add}>
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_24rem]">
        <Panel className="min-w-0">
          <Await of={query}>
            {(all) =>
              all.length === 0 ? (
                <Empty title={words.none}>{words.noneAbout}</Empty>
              ) : (
                <RuleList rules={all} />
              )
            }
          </Await>
        </Panel>
        <TryOut />
      </div>
      {isAdding && <AddRule onClose={() => setAdding(false)} />}
    </Page>
  );
}
