/** Wraps the clip page and fills its slots with components of later features, so that other pages do not load them. */
import { use } from 'react'
import { Outlet } from 'react-router'

import { ClipSlotsContext, ClipSlotsProvider } from '#catalog/clip-slots.tsx'
import { SearchByFrameButton } from '#search/visual/search-by-frame-button.tsx'

import { ClipActions } from '../parts/clip-actions.tsx'

export default function ClipFrame() {
  const slots = use(ClipSlotsContext)
  return (
    <ClipSlotsProvider value={{ ...slots, Purchase: ClipActions, SearchByFrame: SearchByFrameButton }}>
      <Outlet />
    </ClipSlotsProvider>
  )
}
