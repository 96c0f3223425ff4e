/** A large moving preview of a clip beside its card, while Shift is held or by key. */
import { useEffect } from 'react'

import { trackEvent } from '#platform/analytics/data-layer.ts'

import { useClipDetail } from './clip-details.ts'
import { QuickBeside } from './quick-beside.tsx'
import type { CardElement } from './watch-cards.ts'

export const QuickPreview = ({ card }: { card: CardElement }) => {
  const id = card.dataset['clip'] ?? ''
  // Without the details the preview still shows a larger picture than the card.
  const { clip } = useClipDetail(id)
  useEffect(() => trackEvent('preview', { clip_id: Number(id) }), [id])
  return <QuickBeside key={id} card={card} clip={clip} />
}
