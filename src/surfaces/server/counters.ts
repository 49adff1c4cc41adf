/** Routes, statuses and times of this server, in the text format that Prometheus reads. */
export class Counters {
  readonly #requests = new Map<string, number>();
  readonly #seconds = new Map<string, number>();
  readonly #pushes = { sum: 0, taken: 0, refused: 0 };

  count(route: string, status: number, ms: number): void {
    const labels = `route="${route}",status="${status}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    const label = `route="${route}"`;
    this.#seconds.set(label, (this.#seconds.get(label) ?? 0) + ms / 1000);
  }

  /** Events that a hub was sent with one push, and how many of them it refused. */
  countPush(events: number, refused: number): void {
    this.#pushes.sum += 1;
    this.#pushes.taken += events - refused;
    this.#pushes.refused += refused;
  }

  /** What a hub counts besides. */
  pushText(): string {
    const { sum, taken, refused } = this.#pushes;
    const results = new Map([
      ['result="taken"', taken],
      ['result="refused"', refused],
    ]);
    return [
      block("hub_pushes_total", "counter", "Pushes answered.", new Map([["", sum]])),
      block("hub_pushed_events_total", "counter", "Events of these pushes, by what became of them.", results),
    ].join("");
  }

  text(gauges: {
    readonly projectsOpen: number;
    readonly startedMs: number;
    readonly version: string;
  }): string {
    const { projectsOpen, startedMs, version } = gauges;
    return [
      block("server_requests_total", "counter", "Requests answered, by route and status.", this.#requests),
      block("server_request_seconds_total", "counter", "Time spent on requests, by route.", this.#seconds),
      block("server_projects_open", "gauge", "Projects that are open now.", new Map([["", projectsOpen]])),
      block(
        "server_start_time_seconds",
        "gauge",
        "When the server started.",
        new Map([["", startedMs / 1000]]),
      ),
      block("server_info", "gauge", "The version of the server.", new Map([[`version="${version}"`, 1]])),
    ].join("");
  }
}

function block(name: string, type: string, help: string, samples: ReadonlyMap<string, number>): string {
  const full = `whetstone_${name}`;
  const lines = [...samples].map(
    ([labels, value]) => `${full}${labels === "" ? "" : `{${labels}}`} ${value}\n`,
  );
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}
