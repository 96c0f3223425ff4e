/** What the error-reporting service is started with in a browser. */
import { beforeEach, expect, test, vi } from 'vitest'

const service = vi.hoisted(() => ({
  init: vi.fn<(options: Record<string, unknown>) => void>(),
  captureException: vi.fn<(error: unknown) => void>(),
  addEventProcessor: vi.fn<(process: (event: object) => object) => void>(),
  browserTracingIntegration: () => 'tracing',
  replayIntegration: vi.fn<(options: { beforeAddRecordingEvent: (event: object) => object }) => string>(() => 'replay'),
}))
vi.mock('@sentry/react', () => service)

beforeEach(() => {
  vi.resetModules()
  service.init.mockClear()
  service.addEventProcessor.mockClear()
  service.replayIntegration.mockClear()
})

const dsn = 'https://key@errors.example/1'

test('one in twenty traces, one in ten errors, one in ten sessions replayed, and each in which an error came', async () => {
  const { startReporting } = await import('./browser-reporter.ts')
  const report = startReporting(dsn)
  expect(service.init.mock.calls[0]?.[0]).toMatchObject({
    dsn,
    tracesSampleRate: 0.05,
    sampleRate: 0.1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    integrations: ['tracing', 'replay'],
  })
  const error = new Error('Broken')
  report(error)
  expect(service.captureException).toHaveBeenCalledWith(error)
})

test('it starts once, however many errors ask for it', async () => {
  const { startReporting } = await import('./browser-reporter.ts')
  for (let i = 0; i < 3; i += 1) startReporting(dsn)
  expect(service.init).toHaveBeenCalledTimes(1)
})

test('nothing of a person goes along: no words on a replay, no addresses with secrets, no data of what was pressed', async () => {
  const { startReporting } = await import('./browser-reporter.ts')
  startReporting(dsn)
  expect(service.replayIntegration).toHaveBeenCalledWith({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    beforeAddRecordingEvent: expect.any(Function),
  })
  const { beforeSend, beforeBreadcrumb, tracePropagationTargets } = (service.init.mock.calls[0]?.[0] ?? {}) as {
    beforeSend: (event: object) => object
    beforeBreadcrumb: (crumb: object) => object
    tracePropagationTargets: RegExp[]
  }
  expect(beforeSend({ message: 'nora@example.com failed', user: { id: 1 } })).toEqual({
    message: expect.not.stringContaining('nora@example.com'),
  })
  expect(beforeBreadcrumb({ category: 'fetch', data: { url: '/reset-password/abc' } })).toEqual({ category: 'fetch' })
  expect(tracePropagationTargets.some(one => one.test('https://elsewhere.example/'))).toBe(false)
})

const token = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZmdoaWo0'

test('a token in an address is in no part of a replay', async () => {
  const { startReporting } = await import('./browser-reporter.ts')
  startReporting(dsn)
  const process = service.addEventProcessor.mock.calls[0]?.[0]
  const address = `https://shop.example/board/tide/1?key=${token}`
  const event = process?.({
    type: 'replay_event',
    urls: [`https://shop.example/reset-password/${token}`, address],
    request: { url: address, headers: { Referer: address } },
    transaction: `/account/privacy/${token}`,
    replay_id: '0123456789abcdef0123456789abcdef',
  })
  expect(event).toMatchObject({ type: 'replay_event', replay_id: '0123456789abcdef0123456789abcdef' })
  expect(JSON.stringify(event)).not.toContain(token)

  const { beforeAddRecordingEvent } = service.replayIntegration.mock.calls[0]?.[0] ?? {}
  const frame = { type: 5, timestamp: 1, data: { tag: 'performanceSpan', payload: { description: address } } }
  const recorded = beforeAddRecordingEvent?.(frame)
  expect(recorded).toMatchObject({ type: 5, data: { tag: 'performanceSpan' } })
  expect(JSON.stringify(recorded)).not.toContain(token)
})

test.each(['/reset-password/x', '/login', '/account/two-step', '/board/tide/1?key=x', '/admin/people'])(
  'a document that was loaded as %s is not replayed',
  async page => {
    const entry = { name: `https://shop.example${page}` } as PerformanceEntry
    const loaded = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
    const { startReporting } = await import('./browser-reporter.ts')
    startReporting(dsn)
    loaded.mockRestore()
    expect(service.init.mock.calls[0]?.[0]).toMatchObject({ integrations: ['tracing'] })
  },
)
