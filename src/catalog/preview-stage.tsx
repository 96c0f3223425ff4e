/** Stands once around everything and lets cards of footage move, be scrubbed and be looked at; all of it is loaded after the page. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import type { Attention, Quick } from './preview/attend.ts'

const QuickPreview = lazy(() => import('./preview/quick-preview.tsx').then(part => ({ default: part.QuickPreview })))
const PreviewHelp = lazy(() => import('./preview/preview-help.tsx').then(part => ({ default: part.PreviewHelp })))

export const PreviewStage = () => {
  const [quick, setQuick] = useState<Quick>()
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never')
  const attention = useRef<Attention>(undefined)
  const { key } = useLocation()

  useEffect(() => {
    const gone = new AbortController()
    const begin = async () => {
      const { attend } = await import('./preview/attend.ts')
      if (!gone.signal.aborted) attention.current = attend({ onQuick: setQuick, onHelp: () => setHelp('open') })
    }
    // Without it the pictures stand still, and everything else works.
    begin().catch(() => undefined)
    return () => {
      gone.abort()
      attention.current?.stop()
    }
  }, [])
  useEffect(() => () => attention.current?.leave(), [key])

  return (
    <Suspense>
      {quick && <QuickPreview quick={quick} onClose={() => attention.current?.closeSheet()} />}
      {help !== 'never' && <PreviewHelp open={help === 'open'} onClose={() => setHelp('closed')} />}
    </Suspense>
  )
}
