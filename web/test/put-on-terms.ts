/** Tests of the client have no page in which a server has written the terms of its shop. */
import { putOnTerms } from '../src/platform/terms.ts';
import { terms } from './people.ts';

putOnTerms(terms);
