/**
 * Mounted once in the root: lets clip cards play and scrub, and shows quick previews beside and over the page. Its code loads
 * after the page.
 */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation, type Location } from 'react-router'

import { readOverlay } from './overlay.ts'
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
  const { key } = useLocation()

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
      <Overlay />
      {help !== 'never' && <PreviewHelp open={help === 'open'} onClose={() => setHelp('closed')} />}
    </Suspense>
  )
}

/** Shows the clip of the location over the page, and the last one until its dialog has closed. */
const Overlay = () => {
  const current = useLocation()
  const pending = useNavigation().location
  // Back closes it at once, while the page below loads its data again.
  const location = pending?.pathname === current.pathname ? pending : current
  const isOpen = readOverlay(location) !== undefined
  const [shown, setShown] = useState<Location>()
  if (isOpen && shown !== location) setShown(location)
  return (
    shown && (
      <Suspense>
        <ClipOverlay location={shown} open={isOpen} onClosed={() => setShown(undefined)} />
      </Suspense>
    )
  )
}
