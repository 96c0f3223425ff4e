/**
 * A large moving preview of a clip without leaving the page: beside its card while Shift is held or by key, or as a sheet by
 * a button, or by a long press where clips can’t be selected.
 */
import { useEffect, useState } from 'react'

import { trackEvent } from '#platform/analytics/data-layer.ts'

import type { ClipDetail } from '../contract.ts'
import { loadClipDetail } from './clip-details.ts'
import { QuickBeside } from './quick-beside.tsx'
import { QuickSheet } from './quick-sheet.tsx'
import type { QuickPreviewTarget } from './watch-cards.ts'

export const QuickPreview = ({ quick, onClose }: { quick: QuickPreviewTarget; onClose: () => void }) => {
  const { card, kind } = quick
  const id = card.dataset['clip'] ?? ''
  const [clip, setClip] = useState<ClipDetail>()
  useEffect(() => {
    let isCurrent = true
    loadClipDetail(id).then(
      detail => isCurrent && setClip(detail),
      // Without the details the preview still shows a larger picture than the card.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [id])
  useEffect(() => trackEvent('preview', { clip_id: Number(id) }), [id])
  const current = clip && String(clip.id) === id ? clip : undefined
  return kind === 'sheet' ? (
    <QuickSheet key={id} card={card} clip={current} onClose={onClose} />
  ) : (
    <QuickBeside key={id} quick={quick} clip={current} />
  )
}
