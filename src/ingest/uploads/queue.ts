/** The job that checks a finished upload; its key is the upload's id. */
export const CHECK_JOB = 'uploads.check'
