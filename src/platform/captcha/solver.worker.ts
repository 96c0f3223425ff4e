/** ALTCHA's solver worker, served from our own origin so that the content security policy needs no exception. */
import 'altcha/workers/pbkdf2'
