import { data } from 'react-router'

import { getClip } from '#catalog/contract.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import { callContext, pageContext } from '#platform/http/context.ts'

import { notFoundClipInput } from '../not-found-clip.ts'
import type { Route } from './+types/not-found'

/** Handles addresses without a route. Loads the clip, so that the page is rendered with it. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const { company } = context.get(pageContext)
  const response =
    company.not_found_clip_id === null
      ? undefined
      : await context
          .get(callContext)(getClip, notFoundClipInput(company))
          .catch(() => undefined)
  throw data({ shot: response && selectReelShots([response.data], { byline: true })[0] }, { status: 404 })
}

export default function NotFound() {
  return null
}
