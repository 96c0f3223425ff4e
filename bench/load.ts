/** Sends a mix of requests to one origin for some seconds and reports the rate and latency of the responses. */
import autocannon, { type Client, type Request } from 'autocannon'

export type LoadOptions = { origin: string; requests: Request[]; connections: number; seconds: number }
export type LoadFigures = { per_second: number; p50_ms: number; p99_ms: number; failed: number }

export const runLoad = async ({ origin, requests, connections, seconds }: LoadOptions): Promise<LoadFigures> => {
  let next = 0
  // Otherwise all connections would send the same requests at the same time.
  const setupClient = (client: Client) => {
    const start = Math.floor((next++ * requests.length) / connections) % requests.length
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
  }
  const options = { url: origin, connections, headers: { 'sec-fetch-site': 'same-origin' }, setupClient }
  await autocannon({ ...options, duration: 2 })
  const { requests: throughput, latency, non2xx, errors } = await autocannon({ ...options, duration: seconds })
  return {
    per_second: Math.round(throughput.average),
    p50_ms: latency.p50,
    p99_ms: latency.p99,
    failed: non2xx + errors,
  }
}
