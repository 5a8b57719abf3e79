#!/bin/sh
# Install the generators of the marked pages into a folder: tools.sh FOLDER. Nothing outside of it changes.
# It needs Python 3.11, Node.js 20, a JDK and apt (Debian 12).
set -eu
folder=$(realpath "$1")
mkdir -p "$folder/deb" "$folder/root" "$folder/npm" "$folder/docusaurus" "$folder/astro"

python3 -m venv "$folder/py"
"$folder/py/bin/pip" install sphinx==9.0.4 sphinx_rtd_theme==3.1.0 furo==2025.12.19 pydata-sphinx-theme==0.20.0 \
    sphinx-book-theme==1.4.0 mkdocs==1.6.1 mkdocs-material==9.8.1 pelican==4.10.2 markdown Nikola==8.3.3

install_npm() {
    (cd "$folder/$1" && shift && echo '{"private": true}' > package.json && npm install "$@")
}
install_npm npm vitepress@1.6.4 hexo@8.1.2 hexo-theme-landscape hexo-renderer-ejs hexo-renderer-marked \
    hexo-renderer-stylus hexo-generator-index hexo-generator-archive hexo-generator-category hexo-generator-tag \
    @11ty/eleventy@2.0.1
install_npm docusaurus @docusaurus/core@3.8.1 @docusaurus/preset-classic@3.8.1 @docusaurus/plugin-content-docs@3.8.1 \
    @docusaurus/plugin-content-pages@3.8.1 webpack@5.99.9 react@18 react-dom@18
install_npm astro astro@5.13.0 @astrojs/starlight@0.35.2

cd "$folder/deb"
ruby=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
    jekyll asciidoctor | grep -E '^[a-z]*(ruby|rake|jekyll|libyaml|libsass|libhttp-parser|libffi8)' | sort -u)
apt-get download hugo xsltproc docbook-xsl asciidoctor jekyll jekyll-theme-minima ruby-jekyll-seo-tag \
    ruby-jekyll-feed libsass1 $ruby
for archive in *.deb; do dpkg -x "$archive" "$folder/root"; done

# Ruby and sassc expect their files below /usr.
sed -i "s#ffi_lib .*libsass.*#ffi_lib '$folder/root/usr/lib/x86_64-linux-gnu/libsass.so.1'#" \
    "$folder"/root/usr/share/rubygems-integration/all/gems/sassc-*/lib/sassc/native.rb
cat > "$folder/ruby.sh" <<END
#!/bin/sh
usr=$folder/root/usr arch=x86_64-linux-gnu version=3.1.0
export LD_LIBRARY_PATH=\$usr/lib/\$arch
export GEM_PATH=\$usr/share/rubygems-integration/all:\$usr/lib/\$arch/rubygems-integration/\$version
GEM_PATH=\$GEM_PATH:\$usr/share/rubygems-integration/\$version:\$usr/lib/ruby/gems/\$version
export RUBYLIB=\$usr/lib/ruby/vendor_ruby:\$usr/lib/ruby/\$version:\$usr/lib/\$arch/ruby/\$version
RUBYLIB=\$RUBYLIB:\$usr/lib/\$arch/ruby/vendor_ruby/\$version:\$usr/lib/ruby/vendor_ruby/\$version
exec \$usr/bin/ruby3.1 "\$@"
END
chmod +x "$folder/ruby.sh"
