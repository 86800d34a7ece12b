// `npm run build`: installs where needed and writes the dist folders of packages and examples.

import { ready } from "./ready.js";

await ready();
