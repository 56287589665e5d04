import { Tabs } from 'radix-ui';

interface TabListProps {
  readonly label: string;
  readonly tabs: Readonly<Record<string, string>>;
}

export function TabList({ label, tabs }: TabListProps) {
  return (
    <Tabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
      {Object.entries(tabs).map(([value, words]) => (
        <Tabs.Trigger
          key={value}
          value={value}
          className="-mb-px min-h-9 border-b-2 border-transparent px-3 whitespace-nowrap text-muted -outline-offset-2 hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text"
        >
          {words}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}
