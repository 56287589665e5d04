import type { EventData, EventName } from '@patchbay/contracts';

export interface NewEvent<N extends EventName = EventName> {
  readonly name: N;
  readonly data: EventData<N>;
  readonly at: Date;
}

export interface HubEvent extends NewEvent {
  /** Grows with every event and is never given twice. */
  readonly id: number;
}

/** Port. Events become readable in the order of their ids, so a reader that saw one has missed none before it. */
export interface EventStore {
  append(events: readonly NewEvent[]): Promise<void>;
  /** Those after the given id, oldest first. */
  after(id: number, limit: number): Promise<readonly HubEvent[]>;
  /** 0 when nothing has happened yet. */
  latestId(): Promise<number>;
}
