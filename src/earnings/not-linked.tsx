import { Link2 } from 'lucide-react'

import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import css from './not-linked.module.css'

/** The page of a filmmaker account that staff have not linked to a filmmaker yet. */
export const NotLinked = ({ title }: { title: string }) => (
  <div className={css.page}>
    <h1>{title}</h1>
    <EmptyState
      icon={Link2}
      title="Your account is not linked to your footage yet"
      action={
        <ButtonLink to="/contact" kind="primary" size="lg">
          Contact us
        </ButtonLink>
      }
    >
      Tell us which filmmaker you are, and we will link your account. Your clips and earnings then appear here.
    </EmptyState>
  </div>
)
