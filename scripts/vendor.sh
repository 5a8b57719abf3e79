#!/usr/bin/env bash
# Download the script and the style sheet of /api/docs, so that the daemon serves them itself.
set -eu
cd "$(dirname "$0")/.."
version=5.34.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && npm pack --silent "swagger-ui-dist@$version" && tar xzf ./*.tgz)
cp "$folder"/package/{swagger-ui-bundle.js,swagger-ui.css,LICENSE,NOTICE} watchd/api/assets/swagger-ui/
# The source maps are not copied, so the files must not refer to them.
sed -i 's@[/*#]*# sourceMappingURL=.*@@' watchd/api/assets/swagger-ui/swagger-ui-bundle.js
sed -i 's@/\*# sourceMappingURL=.*\*/@@' watchd/api/assets/swagger-ui/swagger-ui.css
