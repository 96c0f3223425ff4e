/**
 * Mounted once in the root: lets clip cards play and scrub, and shows quick previews beside and over the page. Its code loads
 * after the page.
 */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import type { CardElement, CardWatcher } from './preview/watch-cards.ts'

const QuickPreview = lazy(() =>
  import('./preview/quick-preview.tsx').then(module => ({ default: module.QuickPreview })),
)
const ClipOverlay = lazy(() => import('./preview/clip-overlay.tsx').then(module => ({ default: module.ClipOverlay })))
const PreviewHelp = lazy(() => import('./preview/preview-help.tsx').then(module => ({ default: module.PreviewHelp })))

export const PreviewStage = () => {
  const [card, setCard] = useState<CardElement>()
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never')
  const attentionRef = useRef<CardWatcher>(undefined)
  const { key, mask } = useLocation()
  const [hasOverlay, setHasOverlay] = useState(false)
  if (mask && !hasOverlay) setHasOverlay(true)

  useEffect(() => {
    const unmount = new AbortController()
    const start = async () => {
      const { watchCards: attend } = await import('./preview/watch-cards.ts')
      if (!unmount.signal.aborted) attentionRef.current = attend({ onQuick: setCard, onHelp: () => setHelp('open') })
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
      {card && <QuickPreview card={card} />}
      {hasOverlay && <ClipOverlay />}
      {help !== 'never' && <PreviewHelp open={help === 'open'} onClose={() => setHelp('closed')} />}
    </Suspense>
  )
}
