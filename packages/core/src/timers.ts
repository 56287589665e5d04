/** Port. Runs something later, unless it is cancelled. Tests let the time pass by hand. */
export interface Timers {
  after(ms: number, run: () => void): Cancel;
}

export type Cancel = () => void;
