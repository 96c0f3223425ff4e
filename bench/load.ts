/** Sends the same mix of requests to one address for some seconds and says how many were answered, and how fast. */
import autocannon, { type Client, type Request } from 'autocannon'

export type Load = { origin: string; requests: Request[]; connections: number; seconds: number }
export type Figures = { per_second: number; p50_ms: number; p99_ms: number; failed: number }

export const run = async ({ origin, requests, connections, seconds }: Load): Promise<Figures> => {
  let next = 0
  // Left alone, all connections would walk down the same list in step and ask the same at the same time.
  const setupClient = (client: Client) => {
    const start = Math.floor((next++ * requests.length) / connections) % requests.length
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
  }
  const load = { url: origin, connections, headers: { 'sec-fetch-site': 'same-origin' }, setupClient }
  await autocannon({ ...load, duration: 2 })
  const { requests: answered, latency, non2xx, errors } = await autocannon({ ...load, duration: seconds })
  return { per_second: Math.round(answered.average), p50_ms: latency.p50, p99_ms: latency.p99, failed: non2xx + errors }
}
