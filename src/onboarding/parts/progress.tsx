import css from './onboarding.module.css'

/** A bar for each step. Completed steps and the current one are lit. */
export const Progress = ({ index, count }: { index: number; count: number }) => (
  <div
    className={css.bars}
    role="progressbar"
    aria-label="Setting up your account"
    aria-valuemin={1}
    aria-valuemax={count}
    aria-valuenow={index + 1}
    aria-valuetext={`Step ${index + 1} of ${count}`}
  >
    {Array.from({ length: count }, (_, bar) => (
      <span key={bar} data-lit={bar <= index || undefined} />
    ))}
  </div>
)
