import css from './onboarding.module.css'

/** A bar for each step; those behind and the one here are lit. */
export const Progress = ({ at, of }: { at: number; of: number }) => (
  <div
    className={css.bars}
    role="progressbar"
    aria-label="Setting up your account"
    aria-valuemin={1}
    aria-valuemax={of}
    aria-valuenow={at + 1}
    aria-valuetext={`Step ${at + 1} of ${of}`}
  >
    {Array.from({ length: of }, (_, place) => (
      <span key={place} data-lit={place <= at || undefined} />
    ))}
  </div>
)
