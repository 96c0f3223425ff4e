import { data } from 'react-router'

import { getClip } from '#catalog/contract.ts'
import { reelShots } from '#catalog/reel-shots.ts'
import { callContext } from '#platform/context.ts'

import { lostClip } from '../lost-clip.ts'
import type { Route } from './+types/not-found'

/** Any address that no route knows. The clip comes along, so that the page is drawn with it. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const found = await context
    .get(callContext)(getClip, lostClip)
    .catch(() => undefined)
  throw data({ shot: found && reelShots([found.data], { byline: true })[0] }, { status: 404 })
}

export default function NotFound() {
  return null
}
