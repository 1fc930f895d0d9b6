declare module 'autocannon' {
  interface Result {
    requests: { average: number; total: number };
    latency: { p99: number };
    non2xx: number;
    errors: number;
  }
  interface Options {
    url: string;
    connections: number;
    duration: number;
    headers?: Record<string, string>;
    workers?: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
