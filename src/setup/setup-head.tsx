import css from './setup-step.module.css'

/** The title of a page of the setup, and what it is for. */
export const SetupHead = ({ title, lead }: { title: string; lead: string }) => (
  <div className={css.head}>
    <h1>{title}</h1>
    <p>{lead}</p>
  </div>
)
