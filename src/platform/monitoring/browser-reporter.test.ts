/** Tests for the options that the error-reporting service starts with in a browser. */
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

test('the sample rates are 5% of traces, 10% of errors, 10% of sessions, and every session with an error', async () => {
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

test('reporting starts only once', async () => {
  const { startReporting } = await import('./browser-reporter.ts')
  for (let i = 0; i < 3; i += 1) startReporting(dsn)
  expect(service.init).toHaveBeenCalledTimes(1)
})

test('reports contain no personal data: replays are masked, URLs scrubbed, breadcrumb data dropped', async () => {
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
  expect(tracePropagationTargets.some(pattern => pattern.test('https://elsewhere.example/'))).toBe(false)
})

const token = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZmdoaWo0'

test('a token in a URL appears in no part of a replay', async () => {
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
  const recordingEvent = { type: 5, timestamp: 1, data: { tag: 'performanceSpan', payload: { description: address } } }
  const scrubbed = beforeAddRecordingEvent?.(recordingEvent)
  expect(scrubbed).toMatchObject({ type: 5, data: { tag: 'performanceSpan' } })
  expect(JSON.stringify(scrubbed)).not.toContain(token)
})

test.each(['/reset-password/x', '/login', '/account/two-step', '/board/tide/1?key=x', '/admin/people'])(
  'a document loaded as %s is not replayed',
  async path => {
    const entry = { name: `https://shop.example${path}` } as PerformanceEntry
    const navigationEntries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
    const { startReporting } = await import('./browser-reporter.ts')
    startReporting(dsn)
    navigationEntries.mockRestore()
    expect(service.init.mock.calls[0]?.[0]).toMatchObject({ integrations: ['tracing'] })
  },
)
