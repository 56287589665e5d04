/** A series that an expression asks for. */
export interface AskedSeries {
  readonly metric: string;
  /** In braces and in `by (…)`. */
  readonly labels: readonly string[];
}

/** Words of PromQL that may stand where a metric could. */
const words = new Set(
  'by without on ignoring group_left group_right bool offset and or unless sum rate increase max min avg count histogram_quantile label_values'.split(
    ' ',
  ),
);

/** Enough of PromQL for our own rules and panels: names, the labels in braces, and those that sums are grouped by. */
export function readPromql(expression: string): readonly AskedSeries[] {
  const grouped: string[] = [];
  const bare = expression.replaceAll(/\b(?:by|without)\s*\(([^)]*)\)/g, (_, names: string) => {
    grouped.push(...names.split(',').map((name) => name.trim()));
    return ' ';
  });
  const unquoted = bare.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, ' ');
  const series = [...unquoted.matchAll(/([a-z_:][\w:]*)\s*(?:\{([^}]*)\})?/gi)];
  return series
    .filter(([, name = '']) => !words.has(name))
    .map(([, metric = '', inside = '']) => ({
      metric,
      labels: [...grouped, ...[...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)],
    }));
}
