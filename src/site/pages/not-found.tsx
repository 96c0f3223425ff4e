import { data } from 'react-router'

import { callContext, pageContext } from '#platform/http/context.ts'

import { findNotFoundShot } from '../not-found-shot.ts'
import type { Route } from './+types/not-found'

/** Handles addresses without a route. Loads the clip, so that the page is rendered with it. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const shot = await findNotFoundShot(context.get(callContext), context.get(pageContext).company)
  throw data({ shot }, { status: 404 })
}

export default function NotFound() {
  return null
}
