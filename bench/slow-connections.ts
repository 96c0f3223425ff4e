/**
 * `npm run bench -- slow-connections`: how long a listing page and an API call take while 2,000 other connections send
 * their request headers or their body a byte at a time. Rounds without and with them take turns on the same shop; then
 * says how long the shop keeps such a connection open. `-- slow-connections 500` for fewer connections.
 */
import http from 'node:http'
import net from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

import { openEnvironment } from './environment.ts'

const CLIPS = 10_000
/** Below the bound of connections for each address. */
const CONNECTIONS_PER_ADDRESS = 250
const BYTE_EVERY_MS = 3_000
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ROUND_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)
const REQUESTS_PER_SECOND = 20
/** The shop ends each of them well before. */
const MAX_OPEN_MS = 200_000

const NONE = { lifetimes_ms: [] as number[] }

type Attack = { shop: string; connections: number }
/** When all are open, and when as many have been ended by the shop. */
type Report = { lifetimes_ms: number[] }

const HEAD = 'GET /clips?q=ocean HTTP/1.1\r\nhost: shop.example\r\nx-slow: '
const BODY =
  'POST /api/forms/contact HTTP/1.1\r\nhost: shop.example\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{'

/** Runs in a thread of its own, so that it doesn't hold up the requests that are measured. Opens every connection again that the shop ends. */
const attack = ({ shop, connections }: Attack) => {
  const { port, hostname } = new URL(shop)
  let open = 0
  const lifetimes_ms: number[] = []
  const report = () => parentPort?.postMessage({ lifetimes_ms } satisfies Report)
  const connect = (index: number) => {
    const localAddress = `127.0.0.${2 + Math.floor(index / CONNECTIONS_PER_ADDRESS)}`
    const socket = net.connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen: true })
    let began = 0
    socket.on('connect', () => {
      began = performance.now()
      open += 1
      if (open === connections && lifetimes_ms.length === 0) report()
      socket.write(index % 2 === 0 ? HEAD : BODY)
    })
    const drip = setInterval(() => socket.writable && socket.write('a'), BYTE_EVERY_MS)
    // Never closes its own side first.
    socket.resume()
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      open -= 1
      lifetimes_ms.push(performance.now() - began)
      if (lifetimes_ms.length === connections) report()
      connect(index)
    })
  }
  for (let index = 0; index < connections; index++) connect(index)
}

const openConnections = async (attack: Attack) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: attack })
  const next = () => new Promise<Report>(resolve => worker.once('message', resolve))
  await next()
  return { next, close: () => worker.terminate() }
}

const agent = new http.Agent({ keepAlive: true })

const timed = (address: string) =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now()
    http
      .get(address, { agent }, answer => {
        if (answer.statusCode !== 200) reject(new Error(`${address} answers ${answer.statusCode}.`))
        answer.resume().once('end', () => resolve(performance.now() - began))
      })
      .once('error', reject)
  })

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** As many requests a second whatever the answers take: a slow answer delays no later request. */
const measureRound = async (addresses: readonly string[]): Promise<Map<string, number[]>> => {
  const times = new Map(addresses.map(address => [address, [] as number[]]))
  const waiting: Promise<unknown>[] = []
  for (let sent = 0; sent < ROUND_SECONDS * REQUESTS_PER_SECOND; sent++) {
    const address = addresses[sent % addresses.length] ?? ''
    waiting.push(timed(`${address}${sent}`).then(ms => times.get(address)?.push(ms)))
    await pause(1_000 / REQUESTS_PER_SECOND)
  }
  await Promise.all(waiting)
  return times
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0

const ms = (value: number) => `${value.toFixed(1).padStart(6)} ms`

const compare = (name: string, without: readonly number[], during: readonly number[]) => {
  const parts = [0.5, 0.95].map(part => {
    const [before, beside] = [quantile(without, part), quantile(during, part)]
    return `p${part * 100} ${ms(before)} without, ${ms(beside)} beside them: ${(beside / before).toFixed(2)}`
  })
  console.log(`${name.padEnd(14)} ${parts.join('   ')}`)
}

const main = async (connections: number) => {
  const stage = await openEnvironment(CLIPS)
  try {
    // The number at the end keeps an answer from being shared.
    const addresses = {
      'listing page': `${stage.shop}/clips?q=ocean&page=1&n=`,
      'API call': `${stage.shop}/api/clips?q=forest&per_page=20&n=`,
    }
    const all = Object.values(addresses)
    await measureRound(all)
    const without = new Map(all.map(address => [address, [] as number[]]))
    const during = new Map(all.map(address => [address, [] as number[]]))
    const add = (to: Map<string, number[]>, times: Map<string, number[]>) => {
      for (const [address, values] of times) to.get(address)?.push(...values)
    }
    for (let round = 0; round < ROUNDS; round++) {
      add(without, await measureRound(all))
      const slow = await openConnections({ shop: stage.shop, connections })
      add(during, await measureRound(all))
      await slow.close()
      await pause(1_000)
    }
    console.log(`${connections} slow connections from ${Math.ceil(connections / CONNECTIONS_PER_ADDRESS)} addresses`)
    for (const [name, address] of Object.entries(addresses))
      compare(name, without.get(address) ?? [], during.get(address) ?? [])

    const slow = await openConnections({ shop: stage.shop, connections })
    const { lifetimes_ms } = await Promise.race([slow.next(), pause(MAX_OPEN_MS).then(() => NONE)])
    await slow.close()
    console.log(
      lifetimes_ms.length === 0
        ? `Some were still open after ${MAX_OPEN_MS / 1_000} s.`
        : `The shop ends a slow connection after ${(quantile(lifetimes_ms, 0.5) / 1_000).toFixed(0)} s (median), ${(quantile(lifetimes_ms, 1) / 1_000).toFixed(0)} s at most`,
    )
  } finally {
    agent.destroy()
    await stage.close()
  }
}

if (isMainThread) await main(Number(process.argv[3] ?? 2_000))
else attack(workerData as Attack)
