/** The 404 page: the red slate that editing software shows for a missing file, over a clip that leads back to footage. */
import { useQuery } from '@tanstack/react-query'

import { Reel, type ReelShot } from '#catalog/reel.tsx'
import { call } from '#platform/http/call.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { ButtonLink } from '#ui/button.tsx'

import { findNotFoundShot } from './not-found-shot.ts'

import css from './not-found-page.module.css'

/** `shot`: the clip, if the server has already loaded it, or null if there is none. */
export const NotFoundPage = ({ shot }: { shot?: ReelShot | null | undefined }) => {
  const company = useCompany()
  const { data = null } = useQuery({
    queryKey: ['not-found-shot'],
    queryFn: () => findNotFoundShot(call, company),
    ...(shot !== undefined && { initialData: shot, enabled: false }),
  })
  return (
    <Reel shots={data ? [data] : []} className={css.screen}>
      <div className={css.words}>
        <p className="mono">error 404</p>
        <p className={css.slate}>Media offline</p>
        <h1>The page you are looking for can’t be found...</h1>
        <ButtonLink to="/clips" kind="primary" size="lg">
          Back to Browse
        </ButtonLink>
      </div>
    </Reel>
  )
}
