/** Mounted once in the root: lets clip cards play, scrub and open quick previews. Its code loads after the page. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import type { CardWatcher, QuickPreviewTarget } from './preview/watch-cards.ts'

const QuickPreview = lazy(() =>
  import('./preview/quick-preview.tsx').then(module => ({ default: module.QuickPreview })),
)
const PreviewHelp = lazy(() => import('./preview/preview-help.tsx').then(module => ({ default: module.PreviewHelp })))

export const PreviewStage = () => {
  const [quick, setQuick] = useState<QuickPreviewTarget>()
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never')
  const attentionRef = useRef<CardWatcher>(undefined)
  const { key } = useLocation()

  useEffect(() => {
    const unmount = new AbortController()
    const start = async () => {
      const { watchCards: attend } = await import('./preview/watch-cards.ts')
      if (!unmount.signal.aborted) attentionRef.current = attend({ onQuick: setQuick, onHelp: () => setHelp('open') })
    }
    // Without it the pictures do not move, and everything else works.
    start().catch(() => undefined)
    return () => {
      unmount.abort()
      attentionRef.current?.stop()
    }
  }, [])
  useEffect(() => () => attentionRef.current?.leave(), [key])

  return (
    <Suspense>
      {quick && <QuickPreview quick={quick} onClose={() => attentionRef.current?.closeSheet()} />}
      {help !== 'never' && <PreviewHelp open={help === 'open'} onClose={() => setHelp('closed')} />}
    </Suspense>
  )
}
