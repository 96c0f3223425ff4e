import { Link2 } from 'lucide-react'

import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import css from './not-linked.module.css'

/** For a filmmaker whom our people have not linked to their footage yet. */
export const NotLinked = ({ title }: { title: string }) => (
  <main className={css.page}>
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
      Tell us which filmmaker you are, and we link your account. Your clips and what they earn then stand here.
    </EmptyState>
  </main>
)
