/** A clip, large and moving, without leaving the page: beside the pointer while Shift is held, beside a card by a key, as a sheet by a long press. */
import { useEffect, useState } from 'react'

import { tell } from '#platform/data-layer.ts'

import type { ClipDetail } from '../contract.ts'
import type { Quick } from './attend.ts'
import { clipFacts } from './facts.ts'
import { QuickBeside } from './quick-beside.tsx'
import { QuickSheet } from './quick-sheet.tsx'

export const QuickPreview = ({ quick, onClose }: { quick: Quick; onClose: () => void }) => {
  const { card, kind } = quick
  const id = card.dataset['clip'] ?? ''
  const [clip, setClip] = useState<ClipDetail>()
  useEffect(() => {
    let isWanted = true
    clipFacts(id).then(
      found => isWanted && setClip(found),
      // Without its facts the picture is still larger than the card's.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [id])
  useEffect(() => tell('preview', { clip_id: Number(id) }), [id])
  const known = clip && String(clip.id) === id ? clip : undefined
  return kind === 'sheet' ? (
    <QuickSheet key={id} card={card} clip={known} onClose={onClose} />
  ) : (
    <QuickBeside key={id} quick={quick} clip={known} />
  )
}
